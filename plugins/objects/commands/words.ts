export { objectsInWords } from '@typecase/plugin-sdk/call-words'
