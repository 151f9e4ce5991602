module.exports = () => ({expo: {name: 'Live Maker'}});
