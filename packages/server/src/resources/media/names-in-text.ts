/** Matches a text that ends with a file extension or begins like a generated name. */
const NAME = /^[0-9a-f]{24}-.|\.\w{1,11}$/
const MAX_NAME_LENGTH = 300

/** Matches the last segment of a URL in HTML, Markdown or plain text. */
const LAST_PART = /\/([^\s"'\\/<>()[\]?#&]{1,300})(?=$|[\s"'\\<>()[\]?#&])/g

/**
 * Collects possible media names from an object's values: values that are a name, as in file fields, and the last
 * segments of URLs within texts.
 */
export function namesInValue(value: unknown, names = new Set<string>()): Set<string> {
  if (typeof value === 'string') {
    if (value.includes('/')) addLastParts(value, names)
    else {
      // In a file field, the name may be followed by `?` and the visible part of the picture.
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
    const name = decode(last.replace(/[.,;:!]+$/, ''))
    if (isName(name)) names.add(name)
  }
}

const isName = (text: string) => text.length <= MAX_NAME_LENGTH && NAME.test(text)

function decode(part: string): string {
  if (!part.includes('%')) return part
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
