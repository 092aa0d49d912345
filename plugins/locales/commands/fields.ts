import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { and, can, has } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'

import '../facts.ts'
import { translationPage } from '../translation.ts'
import { canGenerate, group, whyNotGenerate } from './locales.ts'

const isTranslating = has('locales.isTranslating')
const mayWrite = and(isTranslating, can('objects:write'))
const runs = () => import('./fields-runs.ts')

/** `path` is the field; by default the focused one. */
export const pathArgs = () => type({ 'path?': 'string' })

export const nextField = defineCommand({
  id: 'locales.next-field',
  title: 'Next missing translation',
  aliases: ['Next stale field'],
  keywords: ['jump', 'untranslated', 'go', 'language'],
  group,
  icon: 'arrow-down',
  order: 5,
  when: isTranslating,
  effect: 'nav',
  load: async () => (await runs()).nextField,
})

export const previousField = defineCommand({
  id: 'locales.previous-field',
  title: 'Previous missing translation',
  keywords: ['jump', 'untranslated', 'go', 'back'],
  group,
  icon: 'arrow-up',
  order: 6,
  when: isTranslating,
  effect: 'none',
  runNow: (_args, { page }) => void page(translationPage)?.move('previous'),
})

export const confirmField = defineCommand({
  id: 'locales.confirm',
  title: 'Still correct',
  aliases: ['Confirm translation'],
  keywords: ['stale', 'right', 'up to date', 'mark'],
  group,
  icon: 'check',
  when: mayWrite,
  effect: 'write',
  args: pathArgs,
  load: async () => (await runs()).confirmField,
})

export const copySource = defineCommand({
  id: 'locales.copy-source',
  title: 'Copy from the source',
  keywords: ['translation', 'same', 'take over'],
  group,
  icon: 'copy',
  when: mayWrite,
  effect: 'none',
  args: pathArgs,
  runNow({ path }, { page }) {
    const translation = page(translationPage)
    const field = path ?? translation?.focusedField()
    if (field !== undefined) translation?.copy(field)
  },
})

export const generateField = defineCommand({
  id: 'locales.generate-field',
  title: 'Generate this field',
  keywords: ['ai', 'machine', 'translate', 'model'],
  group,
  icon: 'sparkles',
  when: and(mayWrite, canGenerate),
  why: whyNotGenerate,
  effect: 'write',
  args: pathArgs,
  load: async () => (await runs()).generateField,
})

export const generateMissing = defineCommand({
  id: 'locales.generate-missing',
  title: 'Generate missing fields',
  keywords: ['ai', 'machine', 'translate', 'all', 'model'],
  group,
  icon: 'sparkles',
  when: and(mayWrite, canGenerate),
  why: whyNotGenerate,
  effect: 'write',
  load: async () => (await runs()).generateMissing,
})

export const fieldCommands: readonly AnyCommand[] = [
  nextField,
  previousField,
  confirmField,
  copySource,
  generateField,
  generateMissing,
]
