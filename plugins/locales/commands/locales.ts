import { readBucket } from '@typecase/content/bucket'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { localeRow } from '@typecase/content/locale-names'
import { typeOfList } from '@typecase/content/object-facts'
import type { AskPicker } from '@typecase/plugin-sdk/ask'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import { filterRows } from '@typecase/plugin-sdk/text-match'
import { and, can, has, not } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import '../facts.ts'

export const group = 'Locales'
const inBucket = has('route.bucketSlug')
const hasObject = and(inBucket, has('route.objectID'))
const mayWrite = and(inBucket, can('objects:write'))
const subject = { object_id: has('route.objectID') }
const runs = () => import('./locales-runs.ts')

const whyNone = (facts: FactValues): string | undefined =>
  facts['route.objectID'] === undefined ? 'Open an object first.' : undefined

export const canGenerate = not(has('locales.aiMissing'))
export const whyNotGenerate = (facts: FactValues): string | undefined => {
  const setting = facts['locales.aiMissing']
  return setting && `AI is not set up on this server: ${setting} is missing in its settings.`
}

/** A new object has no versions in other locales. */
const open = (facts: FactValues) => ({
  object_id: facts['route.objectID'] === 'new' ? undefined : facts['route.objectID'],
})

const askVersion: AskPicker = {
  kind: 'picker',
  title: 'Locale',
  placeholder: 'Which locale?',
  search: async (query, context) => (await runs()).versionRows(query, context),
}
const askMissingVersion: AskPicker = {
  ...askVersion,
  search: async (query, context) => (await runs()).missingVersionRows(query, context),
}
const askLocale: AskPicker = {
  ...askVersion,
  search: async (query, context) => (await runs()).localeRows(query, context),
}

export const versionArgs = () => type({ object_id: 'string', locale: 'string' })

export const translate = defineCommand({
  id: 'locales.translate',
  title: 'Translate…',
  aliases: ['Open in locale', 'Switch locale', 'Two locales side by side'],
  keywords: ['languages', 'language', 'translation', 'version', 'beside'],
  group,
  icon: 'languages',
  when: hasObject,
  why: whyNone,
  effect: 'write',
  args: versionArgs,
  defaults: open,
  ask: { locale: askVersion },
  load: async () => (await runs()).translate,
})

export const ways = [
  { value: 'copy', label: 'Copy', help: 'All values of this version' },
  { value: 'empty', label: 'Empty', help: 'Without its texts' },
  { value: 'generate', label: 'Translated by AI', help: 'Needs an AI provider' },
] as const
export const addArgs = () => versionArgs().and({ from: "'copy' | 'empty' | 'generate'" })

export const addVersion = defineCommand({
  id: 'locales.add-version',
  title: 'Add locale…',
  aliases: ['New locale version', 'Duplicate into locale'],
  keywords: ['language', 'translation', 'version', 'copy', 'empty'],
  group,
  icon: 'plus',
  when: mayWrite,
  subject,
  why: whyNone,
  effect: 'write',
  args: addArgs,
  defaults: open,
  ask: { locale: askMissingVersion, from: { kind: 'choice', title: 'Start with', choices: ways } },
  load: async () => (await runs()).addVersion,
})

export const generateVersion = defineCommand({
  id: 'locales.generate-version',
  title: 'Generate locale…',
  aliases: ['Translate with AI', 'Auto-translate'],
  keywords: ['machine', 'language', 'translation', 'model'],
  group,
  icon: 'sparkles',
  when: and(mayWrite, canGenerate),
  subject,
  why: (facts) => whyNone(facts) ?? whyNotGenerate(facts),
  effect: 'write',
  args: versionArgs,
  defaults: open,
  ask: { locale: askMissingVersion },
  load: async () => (await runs()).generateVersion,
})

export const nextArgs = () => type({ locale: 'string', 'type?': 'string', 'after?': 'string' })

export const nextObject = defineCommand({
  id: 'locales.next-object',
  title: 'Next object with a missing translation…',
  aliases: ['Next missing translation in another object'],
  keywords: ['review', 'untranslated', 'language', 'jump'],
  group,
  icon: 'arrow-right',
  when: inBucket,
  effect: 'nav',
  args: nextArgs,
  defaults: (facts) => ({
    ...(facts['locales.isTranslating'] && { locale: facts['locales.locale'] }),
    after: open(facts).object_id,
  }),
  ask: { locale: askLocale },
  load: async () => (await runs()).nextObject,
})

export const nextStale = defineCommand({
  id: 'locales.next-stale',
  title: 'Next stale translation…',
  aliases: ['Next object with a stale translation', 'Next outdated translation'],
  keywords: ['review', 'source changed', 'old', 'language', 'jump'],
  group,
  icon: 'arrow-right',
  when: inBucket,
  effect: 'nav',
  args: nextArgs,
  defaults: (facts) => ({
    ...(facts['locales.isTranslating'] && { locale: facts['locales.locale'] }),
    after: open(facts).object_id,
  }),
  ask: { locale: askLocale },
  load: async () => (await runs()).nextStale,
})

export const closeSource = defineCommand({
  id: 'locales.close-source',
  title: 'Close the source',
  aliases: ['Show one locale only'],
  keywords: ['beside', 'translation', 'hide'],
  group,
  icon: 'x',
  when: and(hasObject, has('locales.isTranslating')),
  effect: 'nav',
  args: () => type({ object_id: 'string' }),
  defaults: open,
  load: async () => (await runs()).closeSource,
})

export const showCoverage = defineCommand({
  id: 'locales.show-coverage',
  title: 'Show translations',
  aliases: ['Translation coverage', 'Locales of all types'],
  keywords: ['languages', 'complete', 'missing', 'progress'],
  group,
  icon: 'languages',
  when: inBucket,
  effect: 'nav',
  load: async () => (await runs()).showCoverage,
})

export const listArgs = () => type({ locale: 'string', 'type?': 'string' })

export const showList = defineCommand({
  id: 'locales.show-list',
  title: 'Show objects in locale…',
  aliases: ['Filter by locale'],
  keywords: ['language', 'list', 'only'],
  group,
  icon: 'list-filter',
  when: inBucket,
  effect: 'nav',
  args: listArgs,
  defaults: (facts) => ({ type: typeOfList(facts) }),
  ask: { locale: askLocale },
  load: async () => (await runs()).showList,
})

export const groupList = defineCommand({
  id: 'locales.group-list',
  title: 'Group list by locale',
  keywords: ['language', 'sort', 'versions'],
  group,
  icon: 'rows-3',
  when: inBucket,
  effect: 'nav',
  load: async () => (await runs()).groupList,
})

export const saveArgs = () => type({ bucket: 'string', locales: 'string[]' })

export const saveLocales = defineCommand({
  id: 'locales.save',
  title: 'Set locales of bucket…',
  aliases: ['Add locale to bucket', 'Remove locale from bucket'],
  keywords: ['language', 'languages', 'source', 'settings'],
  group,
  icon: 'languages',
  when: and(inBucket, can('bucket:settings')),
  effect: 'write',
  args: saveArgs,
  defaults: (facts) => ({ bucket: facts['route.bucketSlug'] }),
  ask: {
    locales: {
      kind: 'picker',
      title: 'Locales',
      help: 'The others are translated from the first.',
      placeholder: 'Which locales?',
      isMany: true,
      search: filterRows(async () =>
        (await import('@typecase/content/locale-codes')).localeCodes.map(localeRow),
      ),
      async initialChoices({ services, facts }) {
        return (await readBucket(services, bucketSlugOf(facts))).locales.map(localeRow)
      },
    },
  },
  load: async () => (await runs()).saveLocales,
})

export const localeCommands: readonly AnyCommand[] = [
  translate,
  addVersion,
  generateVersion,
  nextObject,
  nextStale,
  closeSource,
  showCoverage,
  showList,
  groupList,
  saveLocales,
]
