import { isEditing } from '@typecase/content/object-facts'
import { objectRoute } from '@typecase/content/routes'
import { defineCommand } from '@typecase/plugin-sdk/command'
import { Announcer, Storage } from '@typecase/plugin-sdk/services'
import { and, has, or } from '@typecase/plugin-sdk/when'

import { splitKey } from '../list/preferences.ts'
import { objectsRoute } from '../routes.ts'
import { group, onList } from './object-command.ts'

/** In a list, it opens the object of the current row beside the list. */
export const toggleSplit = defineCommand({
  id: 'objects.toggle-split',
  title: 'Show or hide the list next to the object',
  aliases: ['Split view', 'Side by side'],
  keywords: ['columns', 'two panes', 'master', 'detail'],
  group,
  icon: 'panel-left',
  order: 17,
  when: and(has('objects.hasRoomForSplit'), or(isEditing, and(onList, has('objects.row')))),
  why: (facts) =>
    facts['objects.hasRoomForSplit']
      ? 'Open an object or go to a row of the list first.'
      : undefined,
  effect: 'none',
  runNow(_args, { services, facts, go }) {
    const storage = services.get(Storage)
    const objectID = facts['route.id'] === objectsRoute.id ? facts['objects.row'] : undefined
    const isVisible = objectID !== undefined || storage.get(splitKey) !== true
    if (isVisible) storage.set(splitKey, true)
    else storage.remove(splitKey)
    services
      .get(Announcer)
      .say(isVisible ? 'The list is next to the object.' : 'The list is hidden.')
    if (objectID !== undefined) void go(objectRoute, { params: { objectID } })
  },
})
