import type { ImportReport } from '@typecase/contract/import-export'
import { formatCount } from '@typecase/ui/count'
import { formatNumber } from '@typecase/ui/format'

/**
 * Formats the report of an import as text.
 * @param most limit on the findings listed of each kind
 */
export function formatReport(report: ImportReport, most: number): string {
  const list = (what: string, findings: readonly Finding[], total: number) =>
    listOf(what, findings.slice(0, most), total)
  const lines = [
    '',
    report.mode === 'dry_run' ? 'A dry run: nothing was changed.' : 'Report',
    row('object types', report.object_types),
    row('objects', report.objects),
    row('media', report.media),
    row('relations', report.relations),
    ...list(
      `${report.conflict_choice === 'take' ? 'overwritten' : 'kept'} edit`,
      conflictsOf(report),
      report.total_conflicts ?? 0,
    ),
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
    .map(([what, count]) => `${formatNumber(count)} ${what}`)
  return `  ${name.padEnd(14)}${words.join(', ') || 'none'}`
}

/** Returns the fields that were changed both here and in the file, with both values. */
const conflictsOf = ({ conflicts = [] }: ImportReport): Finding[] =>
  conflicts.map(({ title, field, local_value, file_value, ...former }): Finding => {
    const values = {
      ...('import_value' in former && { 'last import': former.import_value }),
      here: local_value,
      file: file_value,
    }
    const words = Object.entries(values).map(
      ([where, value]) => `${where} ${JSON.stringify(value)}`,
    )
    return { title, path: field, message: words.join(', ') }
  })

interface Finding {
  row?: number
  title?: string
  path?: string
  message: string
  count?: number
}

function listOf(what: string, findings: readonly Finding[], total: number): string[] {
  if (total === 0) return []
  const lines = findings.map(({ row, title, path, message, count = 1 }) => {
    const where = row ? `row ${row}` : ''
    const location = [where, title && `“${title}”`, path && !message.includes(path) && path]
    const others = count > 1 ? ` (and ${formatNumber(count - 1)} more like it)` : ''
    return `    ${location.filter(Boolean).join(', ')}: ${message}${others}`.replace(
      /^ {4}: /,
      '    ',
    )
  })
  const more = total - lines.length
  return [
    '',
    `  ${formatCount(total, what)}`,
    ...lines,
    ...(more > 0 ? [`    … and ${formatNumber(more)} more`] : []),
  ]
}
