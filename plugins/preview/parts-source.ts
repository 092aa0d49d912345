import { refTo } from '@typecase/plugin-sdk/command'
import { Here } from '@typecase/plugin-sdk/here'
import type { Row, SearchContext } from '@typecase/plugin-sdk/source'
import { holdsWords } from '@typecase/plugin-sdk/text-match'

import { editPart } from './commands/pane.ts'
import { previewPage } from './pane/preview-page.ts'

/** Returns rows for the editable parts of the page in the preview: “Edit: Hello world”. */
export function search(query: string, { services, limit }: SearchContext): readonly Row[] {
  const editables = services.get(Here).page(previewPage)?.editables() ?? []
  return editables
    .map(({ object, path, text }) => ({
      id: `${object}:${path}`,
      title: `Edit: ${text || path}`,
      subtitle: path,
      icon: 'pencil',
      run: refTo(editPart, { object, path }),
    }))
    .filter(({ title, subtitle }) => holdsWords(`${title} ${subtitle}`, query))
    .slice(0, limit)
}
