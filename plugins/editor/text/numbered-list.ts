import { ListItem, OrderedList } from '@tiptap/extension-list'

/** A numbered list that counts as HTML can: with letters, from any number, and down. */
export const NumberedList = OrderedList.extend({
  addAttributes() {
    return {
      ...this.parent?.(),
      reversed: {
        default: false,
        parseHTML: (element) => element.hasAttribute('reversed'),
        renderHTML: ({ reversed }) => (reversed ? { reversed: '' } : {}),
      },
    }
  },
})

/** A list item that can set its number. */
export const NumberedItem = ListItem.extend({
  addAttributes: () => ({
    value: {
      default: null,
      keepOnSplit: false,
      parseHTML: (element: Element) => element.getAttribute('value'),
    },
  }),
})
