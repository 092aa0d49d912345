/** Texts kept translated: every query of the product is one of a few hundred. */
const KEPT = 500

export interface Translated {
  text: string
  /** Under which a connection keeps it prepared; none for texts beyond those that are kept. */
  name: string | undefined
}

const kept = new Map<string, Translated>()

/** A statement as PostgreSQL reads it: numbered placeholders, and its own words for the few that differ. */
export function toPostgres(text: string): Translated {
  const known = kept.get(text)
  if (known) return known
  const isKept = kept.size < KEPT
  const translated = { text: translate(text), name: isKept ? `t${kept.size}` : undefined }
  if (isKept) kept.set(text, translated)
  return translated
}

function translate(text: string): string {
  let place = 0
  return (
    text
      // A question mark within a text is no placeholder.
      .replace(/'[^']*'|\?/g, (part) => (part === '?' ? `$${(place += 1)}` : part))
      .replace(/\bjson_each\((\$\d+)\)/g, 'json_array_elements_text($1::json)')
      // Row numbers are numbers.
      .replace(/\bseq IN \(SELECT value FROM/g, 'seq IN (SELECT value::bigint FROM')
      .replace(/\bOR FAIL /g, '')
      // A sign keeps SQLite from an index; there is none of the kind here.
      .replace(/\+((?:\w+\.)?bucket_id)\b/g, '$1')
      .replace(/\boctet_length\(((?:\w+\.)?metadata)\)/g, 'octet_length($1::text)')
      .replace(/\bifnull\(/g, 'coalesce(')
  )
}
