import { formPreview } from '@typecase/content/slots'
import { definePlugin } from '@typecase/plugin-sdk/plugin'
import { fill } from '@typecase/plugin-sdk/slot'

import { builtInKinds } from './field-kinds.ts'
import { objectRoute } from './routes.ts'
import { autosaveSection } from './sections.ts'

export default definePlugin({
  id: 'editor',
  version: '1.0.0',
  api: 1,
  title: 'Editor',
  description: 'Edits objects and their fields.',
  icon: 'pencil',
  order: 31,
  routes: [objectRoute],
  later: () => import('./later.ts'),
  offers: [
    'editor.inspector',
    'editor.list',
    'editor.preview',
    'editor.state',
    'editor.field',
    'editor.top',
    'editor.beside',
    'field.kind',
  ],
  slots: [
    ...builtInKinds,
    autosaveSection.fill,
    fill(formPreview, {
      id: 'editor.form-preview',
      load: () => import('./views/form-preview.tsx'),
    }),
  ],
})
