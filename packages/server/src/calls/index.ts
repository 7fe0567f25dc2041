/** What apps ask of the API: counted beside the requests, for the partners who make them. */
export { callsOf, errorsOf, sweepCalls } from './read.ts'
export { createRecorder, type Recorder } from './recorder.ts'
export { recordCalls } from './watch.ts'
