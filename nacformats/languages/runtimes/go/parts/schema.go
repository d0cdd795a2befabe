package @package

import "@module/record"

// Schema reads and writes the files.
var Schema = record.Schema{Name: @name, Extension: @extension, Numbers: numbers, Texts: texts}
