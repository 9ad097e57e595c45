declare module 'virtual:words' {
  const words: Record<string, string>;
  export default words;
}
declare module 'virtual:words/*' {
  const words: Record<string, string>;
  export default words;
}
declare module 'virtual:words/evening' {
  const words: Record<string, string>;
  export default words;
}
declare module 'virtual:languages' {
  const languages: {
    code: string;
    name: string;
    load: (() => Promise<{ default: Record<string, string> }>) | null;
  }[];
  export default languages;
}
declare module 'virtual:language/*' {
  const words: Record<string, string>;
  export default words;
}
declare module 'virtual:daily' {
  /** Lines of JSON. */
  const list: string;
  export default list;
}
