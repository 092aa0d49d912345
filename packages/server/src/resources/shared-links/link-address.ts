import type { App } from '../../app.ts'

const signedText = (bucketId: string, id: string) => `shared-link ${bucketId} ${id}`

/** The path of the page of a link. It is signed, so that the database holds no secret that opens drafts. */
export const linkPath = (
  { sealer }: Pick<App, 'sealer'>,
  { bucketId }: { bucketId: string },
  id: string,
): string => `/preview/${bucketId}.${id}.${sealer.sign(signedText(bucketId, id))}`

/** The link that the last part of an address was signed for. */
export function signedLink(
  { sealer }: Pick<App, 'sealer'>,
  text: string,
): { bucketId: string; id: string } | undefined {
  const [bucketId = '', id = '', signature = '', ...others] = text.split('.')
  const isSigned = others.length === 0 && sealer.isSigned(signedText(bucketId, id), signature)
  return isSigned ? { bucketId, id } : undefined
}
