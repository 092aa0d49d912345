import type { App } from '../../app.ts'

const DAY_SECONDS = 86_400

type Signing = Pick<App, 'clock' | 'sealer'>

const signedText = (bucketId: string, until: string) => `preview-frame ${until} ${bucketId}`

/**
 * Returns the path of a bucket's frame document, valid for one to two days. It is signed, since a frame has no session.
 */
export function frameAddress({ clock, sealer }: Signing, bucketId: string): string {
  // The path stays the same all day, so that an open frame keeps its URL.
  const today = Math.floor(clock.now() / 1000 / DAY_SECONDS)
  const until = String((today + 2) * DAY_SECONDS)
  return `/preview-frame/${bucketId}/${until}.${sealer.sign(signedText(bucketId, until))}`
}

/** Whether the second segment of a path was signed for a bucket and has not expired. */
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
