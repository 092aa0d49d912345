import type { AuditEntry } from '@typecase/contract/audit'
import type { ArgsOf, CommandModule } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'
import { formatCount } from '@typecase/ui/count'

import type * as commands from './commands.ts'
import { csvOf } from './csv.ts'
import { readEntries } from './read-entries.ts'

const PAGE = 1000

export const exportAudit: CommandModule<ArgsOf<typeof commands.exportArgs>> = {
  async *run({ project_id, workspace_id, is_everything, ...filter }, { services, signal }) {
    const api = services.get(Api)
    const scope = {
      ...(project_id !== undefined && { project_id }),
      ...(workspace_id !== undefined && { workspace_id }),
      ...(is_everything && { is_everything }),
    }
    // Entries added during the export would be listed first and shift the pages.
    const until = new Date().toISOString()
    const entries: AuditEntry[] = []
    for (let total = 1; entries.length < total;) {
      const page = { limit: PAGE, skip: entries.length, until }
      const answer = await readEntries(api, scope, filter, page, signal)
      entries.push(...answer.entries)
      total = answer.entries.length === 0 ? 0 : answer.total
      yield { done: entries.length, total: Math.max(total, entries.length) }
    }
    save(csvOf(entries), `audit-log-${until.slice(0, 10)}.csv`)
    return { message: `Exported ${formatCount(entries.length, 'entry')}` }
  },
}

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
