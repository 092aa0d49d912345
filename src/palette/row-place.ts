/** Rows that Page Up and Page Down go by. */
const PAGE = 8

/** The row that holds an element, by its place. */
export function placeOf(element: EventTarget): number | undefined {
  const place = (element as HTMLElement).closest<HTMLElement>('tr[data-place]')?.dataset['place']
  return place === undefined ? undefined : Number(place)
}

/** Where a key leads from a row; undefined for one that leads nowhere. */
export function placeAfter(key: string, at: number, count: number): number | undefined {
  const places: Record<string, number> = {
    ArrowDown: at + 1,
    j: at + 1,
    ArrowUp: at - 1,
    k: at - 1,
    PageDown: at + PAGE,
    PageUp: at - PAGE,
    Home: 0,
    End: count - 1,
  }
  const place = places[key]
  return place === undefined ? undefined : Math.max(0, Math.min(count - 1, place))
}
