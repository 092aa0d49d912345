import { holdsWords } from '@typecase/plugin-sdk/text-match'
import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { refTo } from '@typecase/plugin-sdk/command'
import type { Row, SearchContext } from '@typecase/plugin-sdk/source'

import { openRelease } from './commands/releases.ts'
import { describeRelease, release } from './record.ts'

/** Searches the releases of the open bucket by title. */
export async function search(query: string, context: SearchContext): Promise<readonly Row[]> {
  const { services, facts, limit } = context
  const releases = await release.all(services, bucketSlugOf(facts))
  return releases
    .filter(({ title }) => holdsWords(title, query))
    .slice(0, limit)
    .map((one) => ({
      id: one.id,
      title: one.title,
      subtitle: `Release · ${describeRelease(one)}`,
      icon: release.icon,
      run: refTo(openRelease, release.argsOf(one.id)),
    }))
}
