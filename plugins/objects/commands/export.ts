import type { ExportFormat } from '@typecase/contract/object-export'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { scope } from '@typecase/plugin-sdk/scope'
import { type } from 'arktype'

import {
  askScope,
  defaultScope,
  group,
  mayDo,
  scopeArgs,
  subject,
  whyNoObjects,
} from './object-command.ts'

/** Commands that copy or export objects, or their ids. */
const runs = () => import('./export-runs.ts')

export const copyIDs = defineCommand({
  id: 'objects.copy-ids',
  title: 'Copy IDs of objects',
  keywords: ['clipboard', 'identifier'],
  group,
  icon: 'copy',
  order: 80,
  when: mayDo('bucket:read'),
  subject,
  why: whyNoObjects,
  effect: 'none',
  args: scopeArgs,
  defaults: defaultScope,
  ask: { scope: askScope },
  load: async () => (await runs()).copyIDs,
})

export const exportArgs = () =>
  type({
    scope: scope(),
    /** The columns of the list, or all fields. */
    'columns?': "'list' | 'all'",
    /** The fields to export, instead of `columns`. */
    'fields?': 'string[] >= 1',
  })

const exportAs = (format: ExportFormat, name: string, help: string) =>
  defineCommand({
    id: `objects.export-${format}`,
    title: `Export objects as ${name}…`,
    aliases: [`Export as ${name}`, `Export selection as ${name}`],
    keywords: ['download', 'save', 'file', help],
    group,
    icon: 'download',
    order: 82,
    when: mayDo('bucket:read'),
    subject,
    why: whyNoObjects,
    effect: 'none',
    args: exportArgs,
    defaults: defaultScope,
    ask: {
      scope: askScope,
      columns: {
        kind: 'choice',
        title: 'Fields',
        isAlwaysAsked: true,
        choices: [
          { value: 'all', label: 'All fields', help: 'can be imported again' },
          { value: 'list', label: 'The columns of the list' },
        ],
      },
    },
    call: async () => (await import('../bulk/calls.ts')).exportCall(format),
    load: async () => (await runs()).exportObjects(format),
  })

export const exportCsv = exportAs('csv', 'CSV', 'spreadsheet table')
export const exportJson = exportAs('json', 'JSON', 'data')
export const exportNdjson = exportAs('ndjson', 'NDJSON', 'lines')

export const exportCommands: readonly AnyCommand[] = [copyIDs, exportCsv, exportJson, exportNdjson]
