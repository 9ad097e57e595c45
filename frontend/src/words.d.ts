declare module 'virtual:words' {
  const words: Record<string, string>;
  export default words;
}
declare module 'virtual:words/verify' {
  const words: Record<string, string>;
  export default words;
}
declare module 'virtual:words/replay' {
  const words: Record<string, string>;
  export default words;
}
