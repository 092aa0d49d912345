import type { App } from '../../app.ts'

const signedText = (bucketId: string, id: string) => `shared-link ${bucketId} ${id}`

/** Returns the path of a link's page. It is signed, so that the database holds no secret that opens drafts. */
export const linkPath = (
  { sealer }: Pick<App, 'sealer'>,
  { bucketId }: { bucketId: string },
  id: string,
): string => `/preview/${bucketId}.${id}.${sealer.sign(signedText(bucketId, id))}`

/** Verifies the last segment of a link's path. @returns the link that it was signed for; undefined if it is invalid */
export function signedLink(
  { sealer }: Pick<App, 'sealer'>,
  text: string,
): { bucketId: string; id: string } | undefined {
  const [bucketId = '', id = '', signature = '', ...others] = text.split('.')
  const isSigned = others.length === 0 && sealer.isSigned(signedText(bucketId, id), signature)
  return isSigned ? { bucketId, id } : undefined
}
