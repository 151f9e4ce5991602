// libxml2's headers pull in ICU's when they were built with it, and ICU's clash with the copy in
// Foundation; nothing here uses ICU, so the switch is taken back before the rest is read.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/SAX2.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlwriter.h>
