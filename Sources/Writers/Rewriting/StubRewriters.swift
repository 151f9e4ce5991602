package import Readers
package import Validator
package enum StillRewriter { package static func replacements(_ changes: StillChanges, in source: any ByteSource, type: FileType) throws(RewriteError) -> [Replacement] { [] } }
package enum MovieRewriter { package static func replacements(_ changes: MovieChanges, in source: any ByteSource) throws(RewriteError) -> [Replacement] { [] } }
