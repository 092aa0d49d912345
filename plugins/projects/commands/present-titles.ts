import { getBucket } from '@typecase/contract/buckets'
import { getProject } from '@typecase/contract/projects'
import type { AskContext } from '@typecase/plugin-sdk/ask'
import { Api } from '@typecase/plugin-sdk/services'

/** The title of the project that is asked about. */
export async function projectTitle({ services, signal, args }: AskContext) {
  const { project_id } = args
  if (typeof project_id !== 'string') return undefined
  const query = { project_id }
  return (await services.get(Api).call(getProject, { query }, { signal })).project.title
}

/** The title of the bucket that is asked about. */
export async function bucketTitle({ services, signal, args }: AskContext) {
  const { bucket: slug } = args
  if (typeof slug !== 'string') return undefined
  return (await services.get(Api).call(getBucket, { query: { slug } }, { signal })).bucket.title
}
