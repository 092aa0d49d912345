import type { Run } from '@typecase/plugin-sdk/command'
import { Announcer, Selection } from '@typecase/plugin-sdk/services'

import { listOnScreen } from '../list/list-control.ts'
import { objectsInWords } from './words.ts'

export const run: Run = async (_args, { services, facts }) => {
  const ids = listOnScreen().rows()
  const total = facts['view.total'] ?? ids.length
  const query = facts['view.query'] ?? {}
  services
    .get(Selection)
    .set(total > ids.length ? { kind: 'object', ids, query, total } : { kind: 'object', ids })
  services.get(Announcer).say(`Selected all ${objectsInWords(total)} that match.`)
}
