/** One measured figure with its budget. */
export interface BenchRow {
  what: string
  value: string
  budget: string
  /** Undefined without a budget. */
  isMet?: boolean
}

/** Prints rows as a table that reads well in a terminal and in Markdown. */
export function printTable(title: string, rows: readonly BenchRow[]): void {
  const cells = [
    ['what', 'measured', 'budget', ''],
    ...rows.map(({ what, value, budget, isMet }) => [
      what,
      value,
      budget,
      isMet === undefined ? '' : isMet ? 'met' : 'MISSED',
    ]),
  ]
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...cells.map((row) => (row[column] ?? '').length)),
  )
  const lines = cells.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  lines.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`)
  process.stdout.write(`\n${title}\n\n${lines.join('\n')}\n`)
}

/** Returns the value below which a share of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5)

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`

/** Returns a row for a figure in milliseconds with its budget. */
export function timeRow(what: string, value: number, budget?: number): BenchRow {
  if (budget === undefined) return { what, value: ms(value), budget: '' }
  return { what, value: ms(value), budget: `≤ ${ms(budget)}`, isMet: value <= budget }
}
