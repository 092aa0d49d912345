const NAMES = ['ada', 'grace', 'edith', 'mary', 'rachel']

/** Keys whose values differ from run to run. */
const RANDOM =
  /^(token|secret|client_secret|.*_key|challenge|etag|code|.*_code|state|binding|nonce)$/
const MEASURED_KEY = /_ms$/
/** Codes, hashes and signatures in texts. */
const RANDOM_PARTS: readonly RegExp[] = [
  /(?<=\bv1,)[\w+/]{43}=/g,
  /(?<![\w-])[\w-]{43}(?![\w-])/g,
  /(?<=[0-9a-f]{24}\.)\w{6}(?=\.)/g,
  /\b[0-9a-f]{64}\b/g,
  /(?<=[0-9a-f]{24}\.)[0-9a-f]{16}\b/g,
  // The base64 of an id: three hexadecimal digits become four characters, the first of which is one of these.
  /\b(?:[MNOYZ]\w{3}){8}\b/g,
]

/** Whether a number is a UNIX time in ms, in the years that examples use. */
const isTime = (value: number): boolean => value > 1.7e12 && value < 1.9e12

/** Replaces values that vary between runs. The same id gets the same replacement throughout a page. */
export class StableText {
  readonly #ids = new Map<string, string>()
  readonly #people = new Map<string, string>()
  readonly #shift: number
  readonly #replacements: readonly (readonly [string, string])[]

  /**
   * @param replacements texts to replace first, such as addresses
   * @param shift milliseconds to subtract from times, so that a page does not depend on the pages before it
   */
  constructor(replacements: readonly (readonly [string, string])[], shift: number) {
    this.#replacements = replacements
    this.#shift = shift
  }

  text(text: string): string {
    const result = this.#replacements.reduce((all, [from, to]) => all.replaceAll(from, to), text)
    return RANDOM_PARTS.reduce((all, part) => all.replaceAll(part, 'RANDOM'), result)
      .replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) =>
        new Date(Date.parse(time) - this.#shift).toISOString(),
      )
      .replaceAll(/\bbucket-[0-9a-f]{24}\b/g, 'my-blog')
      .replaceAll(/\bBucket [0-9a-f]{24}\b/g, 'My blog')
      .replaceAll(/\bperson\d+@example\.com\b/g, (address) => this.#person(address))
      .replaceAll(/(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])/g, (id) => this.#id(id))
  }

  /**
   * Returns a JSON response with its random values replaced.
   * @param measured keys of numbers that differ from run to run
   */
  json(value: unknown, measured: readonly string[] = [], key = ''): unknown {
    if (typeof value === 'string')
      return RANDOM.test(key) && value.length > 15 ? '…' : this.text(value)
    if (typeof value === 'number' && isTime(value)) return value - this.#shift
    if (typeof value === 'number')
      return MEASURED_KEY.test(key) || measured.includes(key) ? 120 : value
    if (Array.isArray(value)) return value.map((item) => this.json(item, measured))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        this.text(name),
        this.json(item, measured, name),
      ]),
    )
  }

  #id(id: string): string {
    const stableId = this.#ids.get(id) ?? `6571c0de${String(this.#ids.size + 1).padStart(16, '0')}`
    this.#ids.set(id, stableId)
    return stableId
  }

  #person(address: string): string {
    const n = this.#people.size
    const stableAddress = this.#people.get(address) ?? `${NAMES[n] ?? `person${n}`}@example.com`
    this.#people.set(address, stableAddress)
    return stableAddress
  }
}
