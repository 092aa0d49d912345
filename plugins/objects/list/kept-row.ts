let kept: string | undefined

/** Remembers which row was opened, so that coming back finds it current. */
export function keepRow(id: string): void {
  kept = id
}

/** The row opened last, if the list still holds it. */
export function keptRow(rows: readonly string[]): string | undefined {
  return kept !== undefined && rows.includes(kept) ? kept : undefined
}
