/** Storage key of whether this browser stores files that have not been sent yet. */
export const UPLOADS_KEY = 'media.uploads'
