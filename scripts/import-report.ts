import type { ImportReport } from '@typecase/contract/import-export'

const SHOWN = 20

/** An import's report for a terminal. */
export function formatReport(report: ImportReport): string {
  const lines = [
    '',
    report.mode === 'dry_run' ? 'A dry run: nothing was changed.' : 'Report',
    row('object types', report.object_types),
    row('objects', report.objects),
    row('media', report.media),
    row('relations', report.relations),
    ...conflictsOf(report),
    ...list('warning', report.warnings, report.warnings.length),
    ...list(
      'unfetched file',
      (report.unfetched_media ?? []).map(({ address, reason }) => ({
        message: `${address}: ${reason}`,
      })),
      report.total_unfetched_media ?? 0,
    ),
    ...list('problem', report.errors, report.total_errors),
    '',
  ]
  return `${lines.join('\n')}\n`
}

function row(name: string, counts: Readonly<Record<string, number>>): string {
  const words = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${count.toLocaleString('en')} ${what}`)
  return `  ${name.padEnd(14)}${words.join(', ') || 'none'}`
}

/** The fields that were changed here and in the file, with both values. */
function conflictsOf({
  conflicts = [],
  total_conflicts: total = 0,
  conflict_choice: choice,
}: ImportReport): string[] {
  const findings = conflicts.map(
    ({ title, field, local_value, file_value, ...former }): Finding => {
      const values = {
        ...('import_value' in former && { 'last import': former.import_value }),
        here: local_value,
        file: file_value,
      }
      const words = Object.entries(values).map(
        ([where, value]) => `${where} ${JSON.stringify(value)}`,
      )
      return { title, path: field, message: words.join(', ') }
    },
  )
  const what = `${choice === 'take' ? 'overwritten' : 'kept'} edit`
  return list(what, findings, total)
}

interface Finding {
  row?: number
  title?: string
  path?: string
  message: string
  count?: number
}

function list(what: string, findings: readonly Finding[], total: number): string[] {
  if (total === 0) return []
  const lines = findings.slice(0, SHOWN).map(({ row, title, path, message, count = 1 }) => {
    const where = row ? `row ${row}` : ''
    const location = [where, title && `“${title}”`, path && !message.includes(path) && path]
    const others = count > 1 ? ` (and ${(count - 1).toLocaleString('en')} more like it)` : ''
    return `    ${location.filter(Boolean).join(', ')}: ${message}${others}`.replace(
      /^ {4}: /,
      '    ',
    )
  })
  const more = total - lines.length
  return [
    '',
    `  ${total.toLocaleString('en')} ${what}${total === 1 ? '' : 's'}`,
    ...lines,
    ...(more > 0 ? [`    … and ${more.toLocaleString('en')} more`] : []),
  ]
}
