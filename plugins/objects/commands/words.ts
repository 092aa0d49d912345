/** `1 object`, `1,284 objects` */
export function objectsInWords(count: number): string {
  return count === 1 ? '1 object' : `${count.toLocaleString('en')} objects`
}
