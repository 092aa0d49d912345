import { getMacro, listMacros, type Macro, type MacroArgument } from '@typecase/contract/macros'
import { Refusal } from '@typecase/plugin-sdk/refusal'

import { PLAN_STEPS, steps } from './fixed-prompts.ts'
import { type Prompt, type PromptValues, quote } from './prompt.ts'
import type { Session } from './session.ts'

/** Maximum number of macros that become prompts, since they are read as one page. */
const MAX_PROMPTS = 200
const PREFIX = 'macro-'
/**
 * The argument for the objects that a macro runs on. No key of a macro's argument has a hyphen, so names never collide.
 */
const OBJECTS = 'which-objects'

/** Returns the macros of a bucket that the caller may run as prompts, by title. */
export async function macroPrompts({ call }: Session, slug: string): Promise<Prompt[]> {
  const { macros } = await call(listMacros, { query: { slug, limit: MAX_PROMPTS } })
  return macros.map((macro) => promptOf(macro, slug))
}

/** Returns the macro with a prompt's name as a prompt. */
export async function macroPrompt(
  { call }: Session,
  slug: string,
  name: string,
): Promise<Prompt | undefined> {
  if (!name.startsWith(PREFIX)) return undefined
  const query = { slug, macro_id: name.slice(PREFIX.length) }
  return promptOf((await call(getMacro, { query })).macro, slug)
}

function promptOf(macro: Macro, bucket: string): Prompt {
  const { id, title } = macro
  return {
    name: `${PREFIX}${id}`,
    title: `Run the macro ${quote(title)}`,
    description: 'Runs a macro of the bucket over objects, as one plan.',
    arguments: [
      { name: OBJECTS, description: 'Which objects: drafts of posts', required: true },
      ...macro.arguments.map((argument) => ({
        name: argument.key,
        description: describe(argument),
        required: argument.default === undefined,
      })),
    ],
    text(values) {
      const args = { macro_id: id, args: readValues(macro, values) }
      const call = { bucket, command: 'macros.run', args }
      return steps(
        `Run a macro of the bucket ${quote(bucket)} over objects. Its title is ${quote(title)}. The person describes the objects as ${quote(values[OBJECTS])}.`,
        `Find the objects with \`query\` in the bucket ${quote(bucket)}.`,
        `Call \`plan\` with ${quote(call)}, and add "scope":{"query":{…}} or "scope":{"ids":["…"]} to its args.`,
        ...PLAN_STEPS,
      )
    },
  }
}

function describe({ title, kind, options, default: usual }: MacroArgument): string {
  const rules = {
    text: 'a text',
    number: 'a number',
    boolean: 'true or false',
    date: 'a date such as 2030-01-31, or a time',
    choice: 'one option',
    list: 'a list, separated by commas',
  } as const
  return [
    `${quote(title)}: ${rules[kind]}`,
    options && `of ${quote(options)}`,
    usual !== undefined && `usually ${quote(usual)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Converts the texts of a client to the arguments of a macro. @throws Refusal naming the argument */
function readValues({ arguments: known }: Macro, values: PromptValues) {
  return Object.fromEntries(
    known.flatMap((argument) => {
      const text = values[argument.key]?.trim() ?? ''
      return text === '' ? [] : [[argument.key, readValue(argument, text)]]
    }),
  )
}

function readValue({ key, kind, options }: MacroArgument, text: string) {
  switch (kind) {
    case 'number': {
      const number = Number(text)
      if (Number.isFinite(number)) return number
      throw new Refusal(`${key}: must be a number, not ${quote(text)}.`)
    }
    case 'boolean':
      if (text === 'true' || text === 'false') return text === 'true'
      throw new Refusal(`${key}: must be true or false, not ${quote(text)}.`)
    case 'list':
      return text.split(',').map((item) => oneOf(key, item.trim(), options))
    default:
      return oneOf(key, text, options)
  }
}

function oneOf(key: string, text: string, options: readonly string[] | undefined): string {
  if (!options || options.includes(text)) return text
  throw new Refusal(`${key}: must be one of ${options.map(quote).join(', ')}.`)
}
