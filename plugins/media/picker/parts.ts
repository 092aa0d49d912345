export { AltText } from '../views/media-text.tsx'
export { MediaPicker } from './media-picker.tsx'
