import type { App } from '../../app.ts'

const DAY_SECONDS = 86_400

type Signing = Pick<App, 'clock' | 'sealer'>

const signedText = (bucketId: string, until: string) => `preview-frame ${until} ${bucketId}`

/** The path of the document of a bucket, for one to two days. A frame has no session: its address is signed. */
export function frameAddress({ clock, sealer }: Signing, bucketId: string): string {
  // The same all day, so that an open frame keeps its address.
  const today = Math.floor(clock.now() / 1000 / DAY_SECONDS)
  const until = String((today + 2) * DAY_SECONDS)
  return `/preview-frame/${bucketId}/${until}.${sealer.sign(signedText(bucketId, until))}`
}

/** Whether the second part of a path was signed for a bucket and still works. */
export function isFrameAddress(
  { clock, sealer }: Signing,
  bucketId: string,
  signed: string,
): boolean {
  const [until = '', signature = ''] = signed.split('.')
  return (
    Number(until) * 1000 > clock.now() && sealer.isSigned(signedText(bucketId, until), signature)
  )
}
