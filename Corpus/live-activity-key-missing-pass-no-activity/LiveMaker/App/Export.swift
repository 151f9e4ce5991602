func showExport() {}
