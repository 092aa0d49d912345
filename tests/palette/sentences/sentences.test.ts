import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { JsonObject } from '@typecase/plugin-sdk/json'
import { Commands } from '@typecase/plugin-sdk/services'
import type { Row } from '@typecase/plugin-sdk/source'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { answerSentence } from '../../../plugins/sentences/answer/answer-sentence.ts'
import { commandsIn } from './model.fixture.ts'
import { startWorld } from './world.fixture.ts'

/** The row that a sentence should produce. */
type ExpectedRow =
  | { command: string; chips?: Record<string, string>; reason?: string }
  | { list: string; sort?: string }
  | { steps: string[] }

interface Sentence {
  sentence: string
  at: string
  expect: ExpectedRow[] | { refusal: string }
}

const corpus = JSON.parse(
  readFileSync(join(import.meta.dirname, 'corpus.json'), 'utf8'),
) as Sentence[]

let world: Awaited<ReturnType<typeof startWorld>>
beforeAll(async () => {
  // A Sunday.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 29, 12, 0) })
  world = await startWorld()
})
afterAll(async () => {
  await world.stop()
  vi.useRealTimers()
})

/** Describes a row in the form of the corpus. */
function describeRow({ title, subtitle, run, proposal, reason }: Row): ExpectedRow {
  const { command, args = {} } = run
  if (command === 'sentences.show-list')
    return { list: title.replace('Show list: ', ''), ...(subtitle && { sort: subtitle }) }
  if (command === 'sentences.run-steps') {
    // The plugin of the row created these arguments.
    const steps = args['steps'] as { title: string; words: string }[]
    return { steps: steps.map(({ title, words }) => [title, words].filter(Boolean).join(': ')) }
  }
  const { labels = {} } = proposal ?? {}
  return {
    command,
    ...(Object.keys(labels).length > 0 && { chips: { ...labels } }),
    ...(reason && { reason }),
  }
}

/** Returns the commands that a row runs, with their arguments. */
function refsOf({ run }: Row): { command: string; args: JsonObject }[] {
  if (run.command === 'sentences.show-list') return []
  if (run.command !== 'sentences.run-steps') return [{ args: {}, ...run }]
  return run.args?.['steps'] as never
}

test('the corpus has 150 sentences, of which 15 are unclear or impossible', () => {
  expect(corpus).toHaveLength(150)
  const isPlain = ({ expect }: Sentence) =>
    Array.isArray(expect) && expect.length === 1 && !expect.some((row) => 'reason' in row)
  expect(corpus.filter((one) => !isPlain(one))).toHaveLength(15)
})

test.each(corpus.map((one) => [one.sentence, one] as const))('“%s”', async (sentence, one) => {
  const context = world.at(one.at)
  const rows = await answerSentence(sentence, context).catch((error: Error) => error)
  if (rows instanceof Error) return expect({ refusal: rows.message }).toEqual(one.expect)
  expect(rows.map(describeRow)).toEqual(one.expect)

  const answered = commandsIn(world.model.conversations.get(sentence) ?? [])
  const commands = context.services.get(Commands)
  // The palette has words for every argument.
  for (const { run, proposal } of rows.filter((row) => !row.run.command.startsWith('sentences.')))
    expect(Object.keys(proposal?.labels ?? {})).toEqual(Object.keys(run.args ?? {}))
  for (const { command, args } of rows.flatMap(refsOf)) {
    expect(answered).toContain(command)
    const known = await commands.argumentsOf(command)
    for (const [key, value] of Object.entries(args)) {
      const argument = known.find((argument) => argument.key === key)
      expect([key, argument?.problemWith(value)]).toEqual([key, undefined])
    }
  }
})
