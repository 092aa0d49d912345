import { ListItem, OrderedList } from '@tiptap/extension-list'

/** A numbered list with all counting of HTML: letters, any first number, and descending numbers. */
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
