import { route } from '@typecase/plugin-sdk/route'
import { type } from 'arktype'

/** One object; the id `new` is for one that does not exist yet, of the type and with the title in the query string. */
export const editRoute = route({
  id: 'objects.edit',
  mount: 'bucket',
  path: 'objects/$objectID',
  // The title of the object itself, once it is there.
  title: '{objects.openTitle}',
  search: () => type({ 'type?': 'string', 'locale?': 'string', 'title?': 'string | number' }),
  load: () => import('./views/object-editor.tsx'),
})

export const editorRoutes = [editRoute]
