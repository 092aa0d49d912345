import { fold, holdsWords } from '@typecase/plugin-sdk/text-match'
import type { AskContext, Choice, PickerRow } from '@typecase/plugin-sdk/ask'
import { withDefaults } from '@typecase/plugin-sdk/arguments'
import type { AnyCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import { momentValue, parseMoment } from '@typecase/plugin-sdk/moment'
import type { CommandState } from '@typecase/plugin-sdk/services'
import type { Row, SearchContext, Source } from '@typecase/plugin-sdk/source'

import { describeMoment } from '../commands/answers.ts'
import { type RankedItem, tiers } from '../commands/ranking.ts'
import { wordsOf } from '../commands/recents.ts'
import { isMisspelling } from '../commands/spelling.ts'
import { isNeeded, type Step, stepsOf } from '../commands/steps.ts'
import { isMany, valueOfChoice } from './step-rows.ts'

/** Id of this source. */
export const WITH_ARGUMENTS = 'core.commands-with-arguments'

/** Limit of commands whose arguments are searched, since some pickers call the server. */
const COMMANDS = 6
/** Limit of words at the end of a text that may be the argument: “next monday at 9:00”. */
const ARGUMENT_WORDS = 4

/** Minimum length of the command's part of the text: “a tower” names no command. */
const NAME_LETTERS = 3

const ANSWERED: ReadonlySet<Step['kind']> = new Set(['choice', 'boolean', 'picker', 'date'])

export interface CommandFinder {
  /** Searches commands by their words, best match first. */
  readonly find: (text: string, limit?: number) => readonly RankedItem<CommandState>[]
  readonly commandOf: (id: string) => AnyCommand | undefined
}

/** The first step of a command, and the arguments that have defaults. */
interface Question {
  readonly state: CommandState
  readonly step: Step
  readonly args: JsonObject
}

type Answer = Choice & Partial<PickerRow>

/**
 * Creates the source of commands with their first argument in one line: “new article”, “sort by title”, “theme dark”.
 * It finds nothing if all words match the name of a command.
 */
export function argumentSource(finder: CommandFinder): Source {
  return {
    id: WITH_ARGUMENTS,
    title: 'Commands with arguments',
    load: () => Promise.resolve({ search: (text, context) => search(text, context, finder) }),
  }
}

async function search(
  text: string,
  { services, facts, signal }: SearchContext,
  { find, commandOf }: CommandFinder,
): Promise<readonly Row[]> {
  const words = text.split(/\s+/)
  const [best] = find(text, 1)
  if (best && best.tier <= tiers.wordPrefix) return []
  // Exact words first: the text is treated as a misspelling only if nothing has that name.
  const tries = [holdsWords, resembles].flatMap((isAnswer) =>
    Array.from({ length: Math.min(ARGUMENT_WORDS, words.length - 1) }, (_, index) => ({
      isAnswer,
      count: index + 1,
    })),
  )
  for (const { isAnswer, count } of tries) {
    // Each search over ten thousand commands takes some milliseconds, so let the next key press be handled first.
    await new Promise((resolve) => setTimeout(resolve))
    if (signal.aborted) return []
    const argument = words.slice(-count).join(' ')
    const name = words.slice(0, -count).join(' ')
    if (name.length < NAME_LETTERS) continue
    const questions = find(name)
      .flatMap(({ item }) => {
        const command = item.isEnabled && isNamed(item, name) ? commandOf(item.id) : undefined
        return (command && questionOf(item, command, facts)) ?? []
      })
      .slice(0, COMMANDS)
    const rows = await Promise.all(
      questions.map(async (question) => {
        const { step, args } = question
        const context = { services, facts, signal, args }
        const answers = await answersOf(step, argument, context, isAnswer)
        return answers.map((answer) => rowOf(question, answer))
      }),
    )
    if (rows.some(({ length }) => length > 0)) return rows.flat()
  }
  return []
}

/**
 * Whether each word of the text begins a word of the command. A fuzzy match would ask pickers about titles of objects.
 */
function isNamed({ title, aliases, keywords }: CommandState, text: string): boolean {
  const words = wordsOf(fold([title, ...aliases, ...keywords].join(' ')))
  return wordsOf(fold(text)).every((word) => words.some((one) => one.startsWith(word)))
}

/** Returns the first step of a command, if it can be answered in the row of the command. */
function questionOf(
  state: CommandState,
  command: AnyCommand,
  facts: FactValues,
): Question | undefined {
  const defaults = withDefaults(command, {}, facts)
  const needed = stepsOf(command, facts).filter((step) => isNeeded(step, defaults))
  const step = needed.find(({ kind }) => kind !== 'scope')
  // Steps with several answers need the other choices in view: columns are set all at once.
  if (!step || isMany(step) || !ANSWERED.has(step.kind)) return undefined
  const { [step.key]: _default, ...args } = defaults
  // The rows of a picker may depend on earlier arguments.
  const isEarly = needed.slice(0, needed.indexOf(step)).some(({ key }) => !(key in args))
  return isEarly && step.kind === 'picker' ? undefined : { state, step, args }
}

function rowOf({ state: { id, title, icon }, step }: Question, answer: Answer): Row {
  const name = title.replace(/…$/, '')
  return {
    id: `${id} ${valueOfChoice(answer)}`,
    title: `${name}: ${answer.label}`,
    subtitle: [name === step.title ? undefined : step.title, answer.subtitle]
      .filter(Boolean)
      .join(' · '),
    ...(icon && { icon }),
    run: { command: id, args: { [step.key]: answer.value } },
  }
}

/** Whether each word of the text begins a word of the label, or is a misspelling of one. */
function resembles(label: string, text: string): boolean {
  const words = wordsOf(fold(label))
  return wordsOf(fold(text)).every((typed) =>
    words.some((word) => word.startsWith(typed) || isMisspelling(typed, word)),
  )
}

async function answersOf(
  { ask, choices = [] }: Step,
  text: string,
  context: AskContext,
  isAnswer: (label: string, text: string) => boolean,
): Promise<readonly Answer[]> {
  switch (ask.kind) {
    case 'choice':
    case 'boolean':
      return choices.filter(({ label }) => isAnswer(label, text))
    case 'picker': {
      const isGuess = isAnswer === resembles
      // If a picker fails, it shows the reason when the step is asked separately.
      const rows = await ask.search(isGuess ? '' : text, context).catch(() => [])
      return rows.filter(
        ({ label, reason }) => reason === undefined && (!isGuess || resembles(label, text)),
      )
    }
    case 'date': {
      const moment = await parseMoment(text, new Date())
      if (!moment) return []
      const value = momentValue(moment.date, ask.as ?? 'iso')
      return [{ value, label: describeMoment(value) }]
    }
    default:
      return []
  }
}
