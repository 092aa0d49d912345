import { useMemo } from 'react'
import { encode } from 'uqr'
import styles from './qr-code.module.css'

export interface QrCodeProps {
  /** The encoded text. */
  text: string
  /** The accessible name: the purpose of the code, not its content. */
  'aria-label': string
  /** Side length in px. */
  size?: number | undefined
}

/**
 * A QR code, drawn in the browser: its content never leaves the page. Dark on light in both themes, as scanners expect.
 */
export function QrCode({ text, size = 184, 'aria-label': label }: QrCodeProps) {
  const { side, outline } = useMemo(() => outlineOf(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      width={size}
      height={size}
      shapeRendering="crispEdges"
      className={styles.code}
    >
      <path d={outline} />
    </svg>
  )
}

/**
 * Returns one path for all dark modules, row by row in runs. The standard requires the border of four light modules.
 */
export function outlineOf(text: string): { side: number; outline: string } {
  const { data, size } = encode(text, { border: 4, ecc: 'M' })
  let outline = ''
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue
      const start = x
      while (row[x + 1]) x += 1
      const width = x + 1 - start
      outline += `M${start} ${y}h${width}v1h-${width}z`
    }
  }
  return { side: size, outline }
}
