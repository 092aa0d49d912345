/** `1.9 MB`, in units of 1000 as disks are sold. */
export function sizeInWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  const [value, unit] =
    bytes < 1e6 ? [bytes / 1e3, 'kB'] : bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB']
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`
}
