import type { ExportFormat } from '@typecase/contract/object-export'
import { type AnyCommand, defineCommand } from '@typecase/plugin-sdk/command'
import { scope } from '@typecase/plugin-sdk/scope'
import { type } from 'arktype'

import { defaultScope, group, mayDo, whyNoObjects } from './conditions.ts'

export const exportArgs = () =>
  type({
    scope: scope(),
    /** The columns of the list, or all fields there are. */
    'columns?': "'list' | 'all'",
    /** The fields themselves, in place of `columns`. */
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
    why: whyNoObjects,
    effect: 'none',
    args: exportArgs,
    defaults: defaultScope,
    ask: {
      scope: { kind: 'scope', title: 'Objects' },
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
    call: async () => (await import('../calls/export.ts')).exportCall(format),
    load: async () => (await import('./export-objects.ts')).exportObjects(format),
  })

export const exportCsv = exportAs('csv', 'CSV', 'spreadsheet table')
export const exportJson = exportAs('json', 'JSON', 'data')
export const exportNdjson = exportAs('ndjson', 'NDJSON', 'lines')

export const exportCommands: readonly AnyCommand[] = [exportCsv, exportJson, exportNdjson]
