import Validator

/// All that a value holds, as text, for telling whether two sets of facts are equal.
///
/// It looks into the stored properties themselves, so that it sees what code which names them might
/// forget.
package func factText(_ value: Any) -> String {
  // Paths are equal where they read alike, wherever their bytes lie; a rule is its id.
  if let path = value as? StructurePath { return path.description }
  if let path = value as? FilePath { return "\(path.bytes)" }
  if let name = value as? KeyName { return name.text }
  if let names = value as? KeyNames { return "\(Array(names))" }
  if let rule = value as? Rule { return rule.id }
  let children = Mirror(reflecting: value).children
  guard !children.isEmpty else { return String(describing: value) }
  let parts = children.map { "\($0.label ?? "-"): \(factText($0.value))" }
  return "\(type(of: value))(\(parts.joined(separator: ", ")))"
}
