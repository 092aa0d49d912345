import { refTo } from '@typecase/plugin-sdk/command'
import type { Json, JsonObject } from '@typecase/plugin-sdk/json'
import type { Row, SearchContext } from '@typecase/plugin-sdk/source'
import { formatCount } from '@typecase/ui/count'

import { runSteps, showList, type Step } from '../commands.ts'
import { type Problem, readList } from '../list/object-list.ts'
import { type NamedCommand, readCommand, type Suggestion } from './read-command.ts'

/** Limit of rows in an answer, and of steps in a row. */
const MAX_ROWS = 3
const MAX_STEPS = 5

/** Reads the answer of a model. @returns up to three rows, or the problem of the first row that is wrong */
export async function readAnswer(
  input: JsonObject,
  context: SearchContext,
): Promise<readonly Row[] | Problem> {
  const { answers } = input
  if (!Array.isArray(answers) || answers.length > MAX_ROWS)
    return { problem: `answers must be a list of at most ${MAX_ROWS}.` }
  const rows: Row[] = []
  for (const [index, answer] of answers.entries()) {
    const row = await readOne(answer, String(index), context)
    if ('problem' in row) return row
    rows.push(row)
  }
  return rows
}

async function readOne(answer: Json, id: string, context: SearchContext): Promise<Row | Problem> {
  if (!isObject(answer)) return { problem: 'An answer must be an object.' }
  if (isObject(answer['list'])) return listRow(answer['list'], id, context)
  const { steps } = answer
  if (Array.isArray(steps) && steps.length !== 1) return stepsRow(steps, id, context)
  const parsedCommand = namedCommand(Array.isArray(steps) ? steps[0] : answer)
  if (!parsedCommand) return { problem: 'An answer must have a command, a list or steps.' }
  const read = await readCommand(parsedCommand, context)
  return 'problem' in read ? read : commandRow(read, id)
}

function commandRow(suggestion: Suggestion, id: string): Row {
  const { ref, title, words, group, icon, labels, reason } = suggestion
  return {
    id,
    title: words === '' ? title : `${title}: ${words}`,
    subtitle: group,
    run: ref,
    proposal: { labels },
    ...(icon && { icon }),
    ...(reason && { reason }),
  }
}

async function listRow(
  list: JsonObject,
  id: string,
  context: SearchContext,
): Promise<Row | Problem> {
  const read = await readList(
    { type: text(list['type']), filter: text(list['filter']), sort: text(list['sort']) },
    context,
  )
  if ('problem' in read) return read
  const { type, filter, sort, words, sortWords } = read
  const args = {
    ...(type && { type: type.slug }),
    ...(filter !== '' && { filter }),
    ...(sort && { sort }),
  }
  const labels = { ...(type && { type: type.title }), ...(sort && { sort: sortWords }) }
  return {
    id,
    title: `Show list: ${words}`,
    ...(sort && { subtitle: sortWords }),
    icon: 'list-filter',
    run: refTo(showList, args),
    proposal: { labels },
  }
}

async function stepsRow(
  input: readonly Json[],
  id: string,
  context: SearchContext,
): Promise<Row | Problem> {
  if (input.length === 0 || input.length > MAX_STEPS)
    return { problem: `An answer has at most ${MAX_STEPS} steps.` }
  const steps: Step[] = []
  let reason: string | undefined
  for (const one of input) {
    const parsedCommand = namedCommand(one)
    const read = parsedCommand && (await readCommand(parsedCommand, context))
    if (!read) return { problem: 'A step must have a command.' }
    if ('problem' in read) return read
    // Whether later steps can run is unknown before the first one has run.
    if (steps.length === 0) ({ reason } = read)
    const { ref, title, words } = read
    steps.push({ command: ref.command, args: ref.args ?? {}, title, words })
  }
  return {
    id,
    title: `${formatCount(steps.length, 'step')}: ${steps.map(({ title }) => title).join(', ')}`,
    icon: 'workflow',
    run: refTo(runSteps, { steps }),
    ...(reason && { reason }),
  }
}

function namedCommand(input: Json | undefined): NamedCommand | undefined {
  if (!isObject(input) || typeof input['command'] !== 'string') return undefined
  const { command, args = {} } = input
  return isObject(args) ? { command, args } : undefined
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
