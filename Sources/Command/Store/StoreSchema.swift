import Rules
import Validator

/// The tables and views of an audit store; `Schemas/audit-store.md` describes them.
enum StoreSchema {
  /// What marks an SQLite file as an audit store: `LPLa`.
  static let applicationID: Int64 = 0x4C50_4C61
  /// Raised with every change of the tables or of what their columns mean.
  static let version: Int64 = 1
  /// Larger than SQLite's own 4 KiB: a pair's facts fit a page without overflowing into others.
  static let pageSize = 16_384

  /// The largest number that a subject of a store that was not tampered with can have.
  static let lastSubject: Int64 = 1 << 60

  /// Whether a unit may have so many subjects from a number on.
  static func areSubjects(_ first: Int64, _ count: Int64) -> Bool {
    (1...lastSubject).contains(first) && (0...lastSubject).contains(count)
  }

  static let tables = """
    CREATE TABLE audit (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE subjects (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      path,
      folder,
      paired_by TEXT,
      pairs TEXT, moves TEXT, looks TEXT, wallpaper TEXT,
      errors INTEGER NOT NULL, warnings INTEGER NOT NULL, notes INTEGER NOT NULL,
      passed INTEGER NOT NULL, failed INTEGER NOT NULL, not_applicable INTEGER NOT NULL,
      unreadable INTEGER NOT NULL, not_run INTEGER NOT NULL,
      still_identifier TEXT, movie_identifier TEXT,
      make TEXT, model TEXT, software TEXT, captured TEXT,
      width INTEGER, height INTEGER, duration REAL,
      encoder TEXT, provenance TEXT
    );
    CREATE TABLE files (
      subject INTEGER NOT NULL,
      position INTEGER NOT NULL,
      role TEXT NOT NULL,
      path,
      type TEXT,
      bytes INTEGER NOT NULL,
      PRIMARY KEY (subject, position)
    ) WITHOUT ROWID;
    CREATE TABLE results (
      subject INTEGER NOT NULL,
      position INTEGER NOT NULL,
      rule TEXT NOT NULL,
      state TEXT NOT NULL,
      severity TEXT,
      message TEXT NOT NULL,
      evidence TEXT NOT NULL,
      remedy TEXT,
      PRIMARY KEY (subject, position)
    ) WITHOUT ROWID;
    CREATE TABLE problems (
      path,
      message TEXT NOT NULL
    );
    CREATE TABLE records (
      subject INTEGER PRIMARY KEY,
      facts BLOB,
      report BLOB NOT NULL,
      company INTEGER NOT NULL
    );
    CREATE TABLE units (
      key BLOB PRIMARY KEY,
      stamp INTEGER,
      first INTEGER NOT NULL,
      count INTEGER NOT NULL,
      rest BLOB NOT NULL
    ) WITHOUT ROWID;
    """

  /// Makes the views, also in the place of those that an earlier version of the tool has made.
  static let newViews = """
    DROP VIEW IF EXISTS orphans;
    DROP VIEW IF EXISTS duplicates;
    DROP VIEW IF EXISTS shared_identifiers;
    DROP VIEW IF EXISTS failures_by_rule;
    DROP VIEW IF EXISTS unreadable_by_rule;
    DROP VIEW IF EXISTS by_device;
    DROP VIEW IF EXISTS by_provenance;
    DROP VIEW IF EXISTS by_folder;
    DROP VIEW IF EXISTS verdicts;
    \(views)
    """

  private static let views = """
    CREATE VIEW orphans AS
      SELECT id, kind, path, folder, coalesce(still_identifier, movie_identifier) AS identifier
      FROM subjects
      WHERE kind IN ('still', 'movie')
        AND coalesce(still_identifier, movie_identifier) IS NOT NULL;
    CREATE VIEW duplicates AS
      SELECT s.id, s.kind, s.path, coalesce(s.still_identifier, s.movie_identifier) AS identifier,
        r.message
      FROM results r JOIN subjects s ON s.id = r.subject
      WHERE r.rule = 'pair/duplicate-copy' AND r.state = 'fail';
    CREATE VIEW shared_identifiers AS
      SELECT identifier, count(*) AS subjects, sum(kind = 'pair') AS pairs
      FROM (
        SELECT id, kind, still_identifier AS identifier FROM subjects
        UNION SELECT id, kind, movie_identifier FROM subjects
      )
      WHERE identifier IS NOT NULL
      GROUP BY identifier HAVING count(*) > 1;
    CREATE VIEW failures_by_rule AS
      SELECT rule, severity, count(*) AS subjects
      FROM results WHERE state = 'fail' GROUP BY rule, severity ORDER BY count(*) DESC, rule;
    CREATE VIEW unreadable_by_rule AS
      SELECT rule, message, count(*) AS subjects
      FROM results WHERE state = 'unreadable' GROUP BY rule, message
      ORDER BY count(*) DESC, rule, message;
    CREATE VIEW by_device AS
      SELECT make, model, software, count(*) AS subjects, sum(kind = 'pair') AS pairs,
        sum(errors > 0) AS with_errors, sum(warnings > 0) AS with_warnings
      FROM subjects GROUP BY make, model, software ORDER BY count(*) DESC, make, model, software;
    CREATE VIEW by_provenance AS
      SELECT provenance, encoder, count(*) AS subjects, sum(errors > 0) AS with_errors
      FROM subjects GROUP BY provenance, encoder ORDER BY count(*) DESC, provenance, encoder;
    CREATE VIEW by_folder AS
      SELECT folder, count(*) AS subjects, sum(kind = 'pair') AS pairs,
        sum(errors > 0) AS with_errors, sum(warnings > 0) AS with_warnings
      FROM subjects GROUP BY folder ORDER BY folder;
    CREATE VIEW verdicts AS
      SELECT pairs, moves, looks, wallpaper, count(*) AS subjects
      FROM subjects WHERE kind = 'pair' GROUP BY pairs, moves, looks, wallpaper
      ORDER BY count(*) DESC, pairs, moves, looks, wallpaper;
    """

  /// What results depend on besides the files: records and results of another form, tool or rule
  /// book are made anew.
  static let makers: [(name: String, value: String)] = [
    ("tool", Tool.version), ("rules", rulesFingerprint), ("records", String(RecordForm.version)),
  ]

  /// A number that changes with the catalogue: ids, levels and texts of all rules.
  private static let rulesFingerprint: String = {
    let text = Catalogue.rules.map { rule in
      let levels = Profile.allCases.map { rule.severity(in: $0)?.name ?? "-" }
      return ([rule.id, rule.title, rule.remedy] + levels).joined(separator: "\n")
    }
    return String(
      IdentifierMark.hash(of: text.joined(separator: "\n").utf8), radix: 16)
  }()
}
