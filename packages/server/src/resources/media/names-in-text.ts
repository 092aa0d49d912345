/** A text that ends like a file, or begins like the names that we generate. */
const NAME = /^[0-9a-f]{24}-.|\.\w{1,11}$/
const LONGEST = 300

/** The last part of an address, in HTML, Markdown or plain text. */
const LAST_PART = /\/([^\s"'\\/<>()[\]?#&]{1,300})(?=$|[\s"'\\<>()[\]?#&])/g

/**
 * Names that may be those of media, in an object's values: values that are a name, as those of file fields are, and the last
 * parts of addresses within texts.
 */
export function namesInValue(value: unknown, names = new Set<string>()): Set<string> {
  if (typeof value === 'string') {
    if (value.includes('/')) addLastParts(value, names)
    else {
      // A file field says after the name which part is shown.
      const [name = ''] = value.split('?', 1)
      if (isName(name)) names.add(name)
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) namesInValue(part, names)
  }
  return names
}

function addLastParts(text: string, names: Set<string>): void {
  for (const [, last = ''] of text.matchAll(LAST_PART)) {
    const name = decoded(last.replace(/[.,;:!]+$/, ''))
    if (isName(name)) names.add(name)
  }
}

const isName = (text: string) => text.length <= LONGEST && NAME.test(text)

function decoded(part: string): string {
  if (!part.includes('%')) return part
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
