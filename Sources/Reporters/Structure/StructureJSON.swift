package import Validator

/// Tells the structure of files to programs.
package enum StructureJSON {
  /// The name of the format and its version.
  private static let schema = "livephotolint-structure/1"

  /// The structures of files as one document, the files in their order.
  package static func render(_ files: [(name: String, structure: StructureNode)]) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("schema", schema)
      json.tool()
      json.key("files")
      json.array { json in
        for file in files {
          json.object { json in
            json.member("path", file.name)
            json.member("size", file.structure.length)
            json.member("detail", file.structure.detail)
            json.key("parts")
            json.parts(file.structure.children, of: "")
          }
        }
      }
    }
    return json.text
  }
}

extension JSONWriter {
  fileprivate mutating func parts(_ nodes: [StructureNode], of path: String) {
    array { json in
      for node in nodes {
        let nodePath = StructureNode.path(path, node.name)
        json.object(node.children.isEmpty ? .oneLine : .lines) { json in
          json.member("path", nodePath)
          json.member("kind", node.kind.rawValue)
          json.member("offset", node.offset)
          json.member("length", node.length)
          if node.headerLength > 0 { json.member("headerLength", node.headerLength) }
          if node.isPointedTo {
            json.key("isPointedTo")
            json.boolean(true)
          }
          if !node.detail.isEmpty { json.member("detail", node.detail) }
          if let problem = node.problem { json.member("problem", problem) }
          if !node.children.isEmpty {
            json.key("parts")
            json.parts(node.children, of: nodePath)
          }
        }
      }
    }
  }
}
