import { listTrash } from '@typecase/contract/trash'
import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import type { ArgsOf, MakePlan } from '@typecase/plugin-sdk/command'
import { Api } from '@typecase/plugin-sdk/services'

import type { restoreAllArgs } from './trash-commands.ts'

export { run } from './restore-objects.ts'

/** Objects that the plan names. */
const SHOWN = 200

export const plan: MakePlan<ArgsOf<typeof restoreAllArgs>> = async (
  { q },
  { services, facts, signal },
) => {
  const query = { slug: bucketSlugOf(facts), q, limit: SHOWN }
  const { objects, total } = await services.get(Api).call(listTrash, { query }, { signal })
  return {
    title: total === 1 ? 'Restore 1 object' : `Restore ${total.toLocaleString('en')} objects`,
    counts: [{ label: total === 1 ? 'object' : 'objects', value: total }],
    skipped: [],
    changes: objects.map(({ id, title, type }) => ({
      id,
      label: title || 'Untitled',
      field: '',
      before: 'In the trash',
      after: `Among ${type}`,
    })),
    changeCount: objects.length,
    total,
    isReversible: true,
  }
}
