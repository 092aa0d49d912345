import { reorderObjects } from '@typecase/contract/objects'
import { bucketSlugOf } from '@typecase/plugin-sdk/bucket-slug'
import { type ArgsOf, type Run, refTo } from '@typecase/plugin-sdk/command'
import { refreshObjects } from '@typecase/plugin-sdk/refresh-objects'
import { Announcer, Api } from '@typecase/plugin-sdk/services'

import { listOnScreen } from '../list/list-control.ts'
import { placeObject, type moveArgs } from './list-commands.ts'

/** Moves the current row past its neighbour on this page. */
export const run: Run<ArgsOf<typeof moveArgs>> = async ({ by }, { services, facts }) => {
  const slug = bucketSlugOf(facts)
  const rows = listOnScreen().rows()
  const id = facts['objects.row']
  const at = id === undefined ? -1 : rows.indexOf(id)
  const neighbour = rows[at + by]
  if (id === undefined || at === -1 || neighbour === undefined) {
    services.get(Announcer).say(by < 0 ? 'This is the first row.' : 'This is the last row.')
    return {}
  }
  const place = by < 0 ? { after_id: neighbour } : { before_id: neighbour }
  await services.get(Api).call(reorderObjects, { body: { slug, reorder_id: id, ...place } })
  await refreshObjects(services)
  const back = by < 0 ? { before_id: neighbour } : { after_id: neighbour }
  return { undo: refTo(placeObject, { bucket: slug, id, ...back }) }
}
