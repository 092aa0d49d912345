/** What ends like a file, or begins like the names that we give. */
const NAME = /^[0-9a-f]{24}-.|\.\w{1,11}$/
const LONGEST = 300

/** The whole of a text in JSON. */
const VALUE = /"((?:[^"\\]|\\.){1,300})"/g
/** The last part of an address, in HTML, Markdown or plain text. */
const LAST_PART = /\/([^\s"'\\/<>()[\]?#&]{1,300})/g

/**
 * Names that may be those of media, in the JSON of an object's values: values that are a name, as those of file fields are,
 * and the last parts of addresses within texts.
 */
export function namesInJson(json: string): Set<string> {
  const names = namesInText(json)
  for (const [, value = ''] of json.matchAll(VALUE)) {
    const name = value.includes('\\') ? (JSON.parse(`"${value}"`) as string) : value
    if (isName(name)) names.add(name)
  }
  return names
}

/** The same in a text. */
export function namesInText(text: string): Set<string> {
  const names = new Set<string>()
  for (const [, last = ''] of text.matchAll(LAST_PART)) {
    const name = decoded(last.replace(/[.,;:!]+$/, ''))
    if (isName(name)) names.add(name)
  }
  return names
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
