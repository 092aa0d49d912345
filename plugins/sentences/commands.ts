import { type CommandModule, defineCommand } from '@typecase/plugin-sdk/command'
import type { PluginPart } from '@typecase/plugin-sdk/plugin'
import { Palette } from '@typecase/plugin-sdk/services'
import { and, has, not } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import { sentenceFacts } from './facts.ts'

const group = 'Help'
const inBucket = has('route.bucketSlug')
const isOn = and(inBucket, not(has('sentences.isOff')))

/** Minimum number of words for Tab to ask the model. */
const SENTENCE_WORDS = 4

export const askArgs = () => type({ 'sentence?': 'string <= 1000' })

export const ask = defineCommand({
  id: 'sentences.ask',
  title: 'Ask in a sentence',
  aliases: ['Ask AI', 'Ask assistant'],
  keywords: ['natural language', 'question', 'understand', 'model', 'say'],
  group,
  icon: 'sparkles',
  when: isOn,
  why: (facts) =>
    facts['route.bucketSlug'] === undefined
      ? 'Open a bucket first.'
      : 'AI is not set up on this server.',
  effect: 'nav',
  args: askArgs,
  load: async () => {
    const run: CommandModule<{ sentence?: string }>['run'] = async ({ sentence = '' }, context) =>
      context.services.get(Palette).open({ query: `?${sentence}` })
    return { run }
  },
})

export const showListArgs = () =>
  type({ 'type?': 'string', 'filter?': 'string', 'sort?': 'string' })

/** Shows a list of objects. It is a command, so that the palette shows type, filter and order as arguments. */
export const showList = defineCommand({
  id: 'sentences.show-list',
  title: 'Show list',
  group,
  icon: 'list-filter',
  isInternal: true,
  when: inBucket,
  effect: 'nav',
  args: showListArgs,
  ask: {
    type: { kind: 'text', title: 'Type' },
    filter: { kind: 'text', title: 'Filter' },
    sort: { kind: 'text', title: 'Sort' },
  },
  load: async () => (await import('./list/show-list.ts')).showList,
})

/** A step in the form that the plan shows. */
export type Step = {
  readonly command: string
  readonly args: object
  readonly title: string
  /** Description of the arguments. */
  readonly words: string
}

export const runStepsArgs = () =>
  type({
    steps: type({ command: 'string', args: 'object', title: 'string', words: 'string' })
      .array()
      .atLeastLength(2)
      .atMostLength(5),
  })

export const runSteps = defineCommand({
  id: 'sentences.run-steps',
  title: 'Run steps',
  group,
  icon: 'workflow',
  isInternal: true,
  when: inBucket,
  effect: 'write',
  isAlwaysPlanned: true,
  args: runStepsArgs,
  load: async () => (await import('./steps/run-steps.ts')).runSteps,
})

export default {
  commands: [ask, showList, runSteps],
  facts: sentenceFacts,
  sources: [
    {
      id: 'sentences.ask',
      title: 'Ask',
      prefix: '?',
      order: 25,
      isLastResort: true,
      takesTab: (text) => text.trim().split(/\s+/).length >= SENTENCE_WORDS,
      when: isOn,
      load: () => import('./sentence-source.ts'),
    },
  ],
} satisfies PluginPart
