
test('a text that is no longer so is withdrawn, and not what was announced after it', () => {
  const announcer = new Announcer();
  announcer.announce('Your turn.');
  announcer.withdraw('Your turn.');
  expect(announcer.latest.text).toBe('');
  announcer.announce('Something is wrong.');
  announcer.withdraw('Your turn.');
  expect(announcer.latest.text).toBe('Something is wrong.');
});
