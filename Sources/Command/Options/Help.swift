import Validator

/// What `livephotolint --help` shows.
enum Help {
  static func text(width: Int) -> String {
    """
    \(Tool.name) \(Tool.version): finds out whether a still and a movie are a working Live Photo, and why not.

    Usage: livephotolint [check] [OPTION…] [PATH…]

    PATH is a still, a movie, a folder or a .pvt bundle; - reads paths from standard input, one a
    line; no PATH means the working folder. Files are paired by the identifier in their bytes,
    then by their names.

    Options:
    \(CheckOptions.parser.help(width: min(width, 100)))

    Exit codes: 0 nothing failed at or above --fail-on; 1 something did; 2 wrong usage;
    3 an input could not be opened, and nothing failed; 70 a fault of the tool itself.

    Examples:
      livephotolint IMG_0001.HEIC IMG_0001.MOV
      livephotolint --profile wallpaper --output junit=report.xml exported/

    """
  }
}
