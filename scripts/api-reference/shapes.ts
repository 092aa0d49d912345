import type { JsonSchema } from '@typecase/server/resources/openapi/json-schema'

/** Maximum width of a line of code, in characters. */
const WIDTH = 100

type Comments = ReadonlyMap<string, string>

/** Prints the shapes of responses as TypeScript. Shapes that several responses of a page share get a name. */
export class Shapes {
  readonly #counts = new Map<string, number>()
  readonly #names = new Map<string, string>()
  readonly #named = new Map<string, string>()

  constructor(answers: readonly JsonSchema[]) {
    for (const answer of answers) this.#count(answer, '')
  }

  #count(schema: JsonSchema, key: string): void {
    for (const [name, part] of partsOf(schema)) this.#count(part, name ?? key)
    if (!schema.properties || key === '') return
    const text = JSON.stringify(schema)
    const count = (this.#counts.get(text) ?? 0) + 1
    this.#counts.set(text, count)
    if (count === 2 && textOf(schema).length > WIDTH) this.#name(text, schema, key)
  }

  #name(text: string, schema: JsonSchema, key: string): void {
    const word = singular(key)
    const taken = new Set(this.#names.values())
    let name = word
    for (let n = 2; taken.has(name); n += 1) name = `${word}${n}`
    this.#names.set(text, name)
    this.#named.set(name, JSON.stringify(schema))
  }

  /** Returns the shape of a call's response. */
  print(schema: JsonSchema, comments: Comments): string {
    return block(schema, '', comments, this.#names, false)
  }

  /** Returns the named shapes, each once. */
  printNamed(comments: Comments): string[] {
    return [...this.#named].map(
      ([name, text]) =>
        `type ${name} = ${block(JSON.parse(text) as JsonSchema, '', comments, this.#names, true)}`,
    )
  }
}

const singular = (key: string): string => {
  const word = key.replaceAll(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase())
  return word.replace(/ies$/, 'y').replace(/(?<!s|u)s$/, '')
}

function partsOf(schema: JsonSchema): [string | undefined, JsonSchema][] {
  const alternatives = (schema['anyOf'] ?? []) as JsonSchema[]
  const items = schema['items'] as JsonSchema | undefined
  const more = schema['additionalProperties'] as JsonSchema | boolean | undefined
  return [
    ...Object.entries(isMetafield(schema) ? {} : (schema.properties ?? {})),
    ...alternatives.map((one) => [undefined, one] as [undefined, JsonSchema]),
    ...(items ? [[undefined, items] as [undefined, JsonSchema]] : []),
    ...(typeof more === 'object' ? [[undefined, more] as [undefined, JsonSchema]] : []),
  ]
}

/** Whether a schema is the definition of a metafield, which may contain other metafields. */
export const isMetafield = ({ properties = {} }: JsonSchema): boolean =>
  'helptext' in properties && 'regex_message' in properties

/** Returns a schema as a type on one line. */
export function textOf(schema: JsonSchema, names: ReadonlyMap<string, string> = new Map()): string {
  const name = names.get(JSON.stringify(schema))
  if (name) return name
  if (isMetafield(schema)) return 'Metafield'
  if (schema['enum']) return (schema['enum'] as unknown[]).map(literal).join(' | ')
  if ('const' in schema) return literal(schema['const'])
  if (schema['anyOf'])
    return [...new Set((schema['anyOf'] as JsonSchema[]).map((one) => textOf(one, names)))].join(
      ' | ',
    )
  if (Array.isArray(schema.type)) return schema.type.join(' | ')
  if (schema.type === 'array') {
    const item = schema['items'] ? textOf(schema['items'] as JsonSchema, names) : 'unknown'
    return / \| /.test(item) && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
  }
  if (schema.type === 'object') return objectText(schema, names)
  if (schema.type === 'integer') return 'number'
  return schema.type ?? 'unknown'
}

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value}'` : JSON.stringify(value)

function objectText(schema: JsonSchema, names: ReadonlyMap<string, string>): string {
  const fields = fieldsOf(schema).map(
    ({ key, isOptional, schema: part }) => `${key}${isOptional ? '?' : ''}: ${textOf(part, names)}`,
  )
  const rest = restText(schema, names)
  if (rest && fields.length === 0) return rest
  return fields.length === 0 ? 'object' : `{ ${fields.join(', ')} }`
}

function restText(schema: JsonSchema, names: ReadonlyMap<string, string>): string | undefined {
  const more = schema['additionalProperties'] as JsonSchema | boolean | undefined
  if (typeof more !== 'object') return undefined
  return `Record<string, ${textOf(more, names)}>`
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema) {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    key: /^\w+$/.test(name) ? name : `'${name}'`,
    isOptional: !required.includes(name),
    schema,
  }))
}

/** Returns a schema as a type on as many lines as it needs. */
function block(
  schema: JsonSchema,
  indent: string,
  comments: Comments,
  names: ReadonlyMap<string, string>,
  isDeclaration: boolean,
): string {
  const line = textOf(schema, isDeclaration ? withoutItself(names, schema) : names)
  if (names.has(JSON.stringify(schema)) && !isDeclaration) return line
  const isArray = schema.type === 'array'
  const object = isArray ? (schema['items'] as JsonSchema | undefined) : schema
  if (
    !object?.properties ||
    isMetafield(object) ||
    (names.has(JSON.stringify(object)) && !isDeclaration)
  )
    return line
  const fields = fieldsOf(object)
  const isCommented = fields.some(({ name }) => comments.has(name))
  if (indent.length + line.length < WIDTH - 20 && !isCommented) return line
  const inner = `${indent}  `
  const lines = fields.map(({ name, key, isOptional, schema: part }) => {
    const comment = comments.get(name)
    const type = block(part, inner, comments, names, false)
    return `${comment ? `${inner}/** ${comment} */\n` : ''}${inner}${key}${isOptional ? '?' : ''}: ${type}`
  })
  return `{\n${lines.join('\n')}\n${indent}}${isArray ? '[]' : ''}`
}

const withoutItself = (names: ReadonlyMap<string, string>, schema: JsonSchema) =>
  new Map([...names].filter(([text]) => text !== JSON.stringify(schema)))
