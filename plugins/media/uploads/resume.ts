/** Whether this browser keeps files that are not sent yet. */
export const KEPT = 'media.uploads'
