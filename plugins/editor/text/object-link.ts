import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { objectOfLink } from '@typecase/contract/object-links'

/** Titles of the objects that links refer to; null for a missing object. */
export type LinkTargets = ReadonlyMap<string, string | null>

interface Links {
  readonly links: readonly { readonly id: string; readonly from: number; readonly to: number }[]
  /** Each id once, in order. */
  readonly ids: readonly string[]
  readonly targets: LinkTargets
}

const key = new PluginKey<Links>('objectLinks')

/** Returns the objects that the links of a text refer to. */
export const linkedIds = (state: EditorState): readonly string[] => key.getState(state)?.ids ?? []

/** Returns the object that the link at a position refers to. */
export function linkedAt(doc: Node, at: number): string | undefined {
  const marks = [...doc.resolve(at).marks(), ...(doc.nodeAt(at)?.marks ?? [])]
  const href: unknown = marks.find(({ type }) => type.name === 'link')?.attrs['href']
  return typeof href === 'string' ? objectOfLink(href) : undefined
}

/** Returns a transaction that sets the titles of linked objects. */
export const withTargets = (state: EditorState, targets: LinkTargets) =>
  state.tr.setMeta(key, targets)

function linksIn(doc: Node): Pick<Links, 'links' | 'ids'> {
  const links: Links['links'][number][] = []
  doc.descendants((node, from) => {
    if (!node.isText) return
    const id = linkedAt(doc, from)
    if (id !== undefined && node.marks.some(({ type }) => type.name === 'link')) {
      links.push({ id, from, to: from + node.nodeSize })
    }
  })
  return { links, ids: [...new Set(links.map(({ id }) => id))].toSorted() }
}

/** Shows which object a link refers to, and which links refer to a missing object. */
export const ObjectLinks = Extension.create({
  name: 'objectLinks',
  addProseMirrorPlugins: () => [
    new Plugin<Links>({
      key,
      state: {
        init: (_config, { doc }) => ({ ...linksIn(doc), targets: new Map() }),
        apply(tr, before) {
          const targets: LinkTargets = tr.getMeta(key) ?? before.targets
          return tr.docChanged ? { ...linksIn(tr.doc), targets } : { ...before, targets }
        },
      },
      props: {
        decorations(state) {
          const { links = [], targets } = key.getState(state) ?? {}
          return DecorationSet.create(
            state.doc,
            links.map(({ id, from, to }) => Decoration.inline(from, to, lookOf(targets?.get(id)))),
          )
        },
      },
    }),
  ],
})

function lookOf(title: string | null | undefined): Record<string, string> {
  if (title === undefined) return { 'data-object-link': '' }
  return title === null
    ? { 'data-object-link': 'broken', title: 'This object was deleted' }
    : { 'data-object-link': '', title }
}
